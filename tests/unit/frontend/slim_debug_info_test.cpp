// Tests of leaving out debug information: names, members and objects of functions stay, the rest goes.
// SPDX-License-Identifier: Apache-2.0
#include "frontend/slim_debug_info.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <set>

namespace heddle {
namespace {

// A class with a member, a typedef, a member function that is defined and one that nobody calls.
constexpr const char* kUnit = R"(
define i32 @_ZN3Box3getEv(ptr %box) !dbg !5 {
  %value = load i32, ptr %box, !dbg !20
  ret i32 %value, !dbg !20
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug,
                             retainedTypes: !{!13}, imports: !{!21})
!1 = !DIFile(filename: "box.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 5}
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = distinct !DISubprogram(name: "get", linkageName: "_ZN3Box3getEv", scope: !6, file: !1, line: 3, type: !9,
                            scopeLine: 3, spFlags: DISPFlagDefinition, unit: !0, declaration: !8, retainedNodes: !{!15})
!6 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Box", file: !1, line: 1, size: 32,
                               elements: !{!7, !8, !12, !14}, identifier: "_ZTS3Box")
!7 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !6, file: !1, line: 2, baseType: !4, size: 32)
!8 = !DISubprogram(name: "get", linkageName: "_ZN3Box3getEv", scope: !6, file: !1, line: 3, type: !9, scopeLine: 3, spFlags: 0)
!9 = !DISubroutineType(types: !{!4, !10, !16})
!10 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!12 = !DISubprogram(name: "never_called", scope: !6, file: !1, line: 4, type: !11, scopeLine: 4, spFlags: 0)
!11 = !DISubroutineType(types: !{null, !10, !13})
!13 = !DICompositeType(tag: DW_TAG_structure_type, name: "Unused", file: !1, line: 9, size: 8)
!14 = !DIDerivedType(tag: DW_TAG_typedef, name: "value_type", scope: !6, file: !1, line: 5, baseType: !4)
!15 = !DILocalVariable(name: "this", arg: 1, scope: !5, type: !10)
!16 = !DICompositeType(tag: DW_TAG_structure_type, name: "Argument", file: !1, line: 9, size: 8)
!20 = !DILocation(line: 3, column: 20, scope: !5)
!21 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !0, entity: !13, file: !1, line: 1)
)";

class SlimDebugInfo : public ::testing::Test {
 protected:
  SlimDebugInfo() {
    llvm::SMDiagnostic diagnostic;
    const auto module = llvm::parseAssemblyString(kUnit, diagnostic, context_);
    EXPECT_TRUE(module) << diagnostic.getMessage().str();
    llvm::raw_string_ostream stream(bitcode_);
    llvm::WriteBitcodeToFile(*module, stream);
    slim_ = slim_debug_info(bitcode_);
    module_ = llvm::cantFail(llvm::parseBitcodeFile({slim_, ""}, context_));
    all_.processModule(*module_);
  }

  std::set<std::string> type_names() const {
    std::set<std::string> names;
    for (const llvm::DIType* type : all_.types())
      if (!type->getName().empty()) names.insert(type->getName().str());
    return names;
  }

  llvm::LLVMContext context_;
  std::string bitcode_;
  std::string slim_;
  std::unique_ptr<llvm::Module> module_;
  llvm::DebugInfoFinder all_;
};

TEST_F(SlimDebugInfo, WhatIsLeftIsValid) {
  EXPECT_FALSE(llvm::verifyModule(*module_, &llvm::errs()));
  EXPECT_LT(slim_.size(), bitcode_.size());
}

TEST_F(SlimDebugInfo, MembersStayAndFunctionsThatNobodyDefinesGo) {
  EXPECT_EQ(type_names(), (std::set<std::string>{"Box", "int", "value"}));
  EXPECT_EQ(all_.subprogram_count(), 1u);
}

TEST_F(SlimDebugInfo, AFunctionKeepsItsNameItsLinesAndItsObject) {
  const llvm::Function& function = *module_->getFunction("_ZN3Box3getEv");
  const llvm::DISubprogram& description = *function.getSubprogram();
  EXPECT_EQ(description.getName(), "get");
  EXPECT_EQ(description.getScope()->getName(), "Box");
  ASSERT_EQ(description.getType()->getTypeArray().size(), 2u);
  EXPECT_TRUE(description.getType()->getTypeArray()[1]->isObjectPointer());
  EXPECT_EQ(function.front().front().getDebugLoc().getLine(), 3u);
}

TEST(SlimDebugInfoOfNothing, WhatIsNoBitcodeStaysAsItIs) {
  EXPECT_EQ(slim_debug_info("no bitcode"), "no bitcode");
}

}  // namespace
}  // namespace heddle
