// SPDX-License-Identifier: Apache-2.0
#include "frontend/manifest.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "frontend/process.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;

std::chrono::nanoseconds in_a_second() {
  return std::chrono::system_clock::now().time_since_epoch() + std::chrono::seconds(1);
}

// A unit that includes <part/header.h>, which is looked for in `first` and found in `second`.
class ManifestTest : public testing::Test {
 protected:
  ManifestTest() {
    std::string name = (fs::temp_directory_path() / "heddle-manifest-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    for (const char* subfolder : {"source", "first/part", "second/part"})
      fs::create_directories(folder_ / subfolder);
    write("source/unit.c", "#include <part/header.h>\n");
    write("second/part/header.h", "#define VALUE 1\n");
  }
  ~ManifestTest() override { fs::remove_all(folder_); }

  void write(const std::string& file, const std::string& text) const {
    std::ofstream(folder_ / file) << text;
  }
  std::string path(const std::string& file) const { return (folder_ / file).string(); }

  std::optional<std::string> written(std::chrono::nanoseconds start = in_a_second()) const {
    const std::string messages = "InstalledDir: " + path("") +
                                 "\nignoring nonexistent directory \"" + path("absent") +
                                 "\"\n#include <...> search starts here:\n " + path("first") +
                                 "\n " + path("second") + "\nEnd of search list.\n";
    return write_manifest(
        {"key", {{path("source/unit.c"), false}, {path("second/part/header.h"), false}}}, messages,
        path("source"), start);
  }
  // Written before, read after.
  bool survives(const std::function<void()>& change) const {
    const auto manifest = written();
    EXPECT_TRUE(manifest.has_value());
    EXPECT_TRUE(read_manifest(*manifest).has_value());
    change();
    return read_manifest(*manifest).has_value();
  }

  fs::path folder_;
};

TEST_F(ManifestTest, TellsKeyAndFiles) {
  const auto manifest = read_manifest(written().value());
  ASSERT_TRUE(manifest.has_value());
  EXPECT_EQ(manifest->key, "key");
  ASSERT_EQ(manifest->files.size(), 2u);
  EXPECT_EQ(manifest->files[1].path, path("second/part/header.h"));
  EXPECT_FALSE(manifest->files[1].is_system);
}

TEST_F(ManifestTest, ChangedFileIsNoticed) {
  EXPECT_FALSE(survives([&] { write("second/part/header.h", "#define VALUE 2\n"); }));
}

TEST_F(ManifestTest, ChangeWithOldTimesIsNoticed) {
  const auto times = fs::last_write_time(folder_ / "source/unit.c");
  EXPECT_FALSE(survives([&] {
    write("source/unit.c", "#include <part/heater.h>\n");
    fs::last_write_time(folder_ / "source/unit.c", times);
  }));
}

TEST_F(ManifestTest, HeaderThatIsFoundFirstIsNoticed) {
  EXPECT_FALSE(survives([&] { write("first/part/header.h", ""); }));
}

TEST_F(ManifestTest, HeaderAboveAFolderThatIsFoundFirstIsNoticed) {
  fs::create_directories(folder_ / "first/deep");
  write("source/unit.c", "#include \"../part/header.h\"\n");
  EXPECT_FALSE(survives([&] {
    fs::create_directories(folder_ / "part");
    write("part/header.h", "");
  }));
}

TEST_F(ManifestTest, HeaderBesideTheSourceIsNoticed) {
  EXPECT_FALSE(survives([&] { write("source/other.h", ""); }));
}

TEST_F(ManifestTest, NewFolderIsNoticed) {
  EXPECT_FALSE(survives([&] { fs::create_directory(folder_ / "source/part"); }));
  EXPECT_FALSE(survives([&] { fs::create_directory(folder_ / "absent"); }));
}

TEST_F(ManifestTest, RemovedFileIsNoticed) {
  EXPECT_FALSE(survives([&] { fs::remove(folder_ / "second/part/header.h"); }));
}

TEST_F(ManifestTest, SavingAnotherFileInPlaceIsNone) {
  write("source/other.c", "");
  EXPECT_TRUE(survives([&] {
    write("source/.other.c.new", "int x;\n");
    fs::rename(folder_ / "source/.other.c.new", folder_ / "source/other.c");
  }));
}

TEST_F(ManifestTest, WhatChangedJustNowHasNone) {
  EXPECT_FALSE(written(std::chrono::system_clock::now().time_since_epoch()).has_value());
}

TEST_F(ManifestTest, TextThatDependsOnMoreHasNone) {
  for (const char* line :
       {"#if __has_include(<part/other.h>)\n#endif\n", "const char* made = __DATE__;\n",
        "const char* made = __TIME__;\n", "const char* made = __TIMESTAMP__;\n",
        "char bytes[] = {\n#  embed \"data\"\n};\n", "#include HEADER\n"}) {
    write("source/unit.c", line);
    EXPECT_FALSE(written().has_value()) << line;
  }
}

TEST_F(ManifestTest, HiddenHeadersHaveNone) {
  write("source/.hidden.h", "");
  EXPECT_FALSE(write_manifest({"key", {{path("source/.hidden.h"), false}}}, "", path("source"),
                              in_a_second())
                   .has_value());
}

TEST_F(ManifestTest, DamagedTextIsNoManifest) {
  EXPECT_FALSE(read_manifest("").has_value());
  EXPECT_FALSE(read_manifest("{\"key\"").has_value());
}

TEST(ManifestName, DependsOnCommandFolderAndEnvironment) {
  const std::vector<std::string> command{"/bin/sh", "-DX=1", "unit.c"};
  const auto name = manifest_name(command, "/tmp");
  ASSERT_TRUE(name.has_value());
  EXPECT_EQ(name, manifest_name(command, "/tmp"));
  EXPECT_NE(name, manifest_name(command, "/usr"));
  EXPECT_NE(name, manifest_name({"/bin/sh", "-DX=2", "unit.c"}, "/tmp"));
  setenv("CPATH", "/somewhere", 1);
  EXPECT_NE(name, manifest_name(command, "/tmp"));
  unsetenv("CPATH");
  EXPECT_EQ(name, manifest_name(command, "/tmp"));
}

TEST(ManifestName, FlagsThatReadOtherFilesHaveNone) {
  for (const char* flag :
       {"-fmodules", "-include-pch", "-ivfsoverlay", "@flags", "--config=x", "-load"})
    EXPECT_FALSE(manifest_name({"/bin/sh", flag, "unit.c"}, "").has_value()) << flag;
  EXPECT_TRUE(manifest_name({"/bin/sh", "module@2/unit.c"}, "").has_value());
}

}  // namespace
}  // namespace heddle
