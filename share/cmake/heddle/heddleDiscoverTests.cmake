# heddle_discover_tests: each HEDDLE_TEST of a target becomes a test of CTest.
#
# What heddle needs to know of the target - sources, include directories, definitions, options, standard - is written to a
# file when the build system is generated, because only then it is settled. After each build of the target
# heddleListTests.cmake asks heddle for the names and writes the tests to a file that CTest reads.
# SPDX-License-Identifier: Apache-2.0

set(_HEDDLE_LIST_TESTS "${CMAKE_CURRENT_LIST_DIR}/heddleListTests.cmake")

# The libraries of this project that a target links, at any depth: their sources belong to the program that is checked.
function(_heddle_linked_libraries target result)
  set(found "")
  set(work "${target}")
  while(work)
    list(POP_FRONT work next)
    foreach(property LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
      get_target_property(libraries "${next}" "${property}")
      foreach(library IN LISTS libraries)
        # Private parts of a static library are listed as $<LINK_ONLY:name>.
        string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" library "${library}")
        if(NOT TARGET "${library}")
          continue()
        endif()
        get_target_property(aliased "${library}" ALIASED_TARGET)
        if(aliased)
          set(library "${aliased}")
        endif()
        get_target_property(imported "${library}" IMPORTED)
        # GoogleTest built as a part of the project: heddle has its own.
        if(imported OR library IN_LIST found OR library MATCHES "^(gtest|gtest_main|gmock|gmock_main)$")
          continue()
        endif()
        list(APPEND found "${library}")
        list(APPEND work "${library}")
      endforeach()
    endforeach()
  endwhile()
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

# heddle_discover_tests(<target> [GTEST] [FLAGS <compiler flag>...] [OPTIONS <option of heddle test>...]
#                       [SOURCES <further file>...] [TEST_PREFIX <text>] [JUNIT_DIRECTORY <folder>]
#                       [PROPERTIES <name> <value>...])
# Call it after target_link_libraries.
function(heddle_discover_tests target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "GTEST" "TEST_PREFIX;JUNIT_DIRECTORY" "FLAGS;OPTIONS;SOURCES;PROPERTIES")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "heddle_discover_tests: unknown arguments: ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT TARGET "${target}")
    message(FATAL_ERROR "heddle_discover_tests: there is no target ${target}")
  endif()

  _heddle_linked_libraries("${target}" libraries)
  set(parts "")
  foreach(part "${target}" ${libraries})
    get_target_property(folder "${part}" SOURCE_DIR)
    get_target_property(type "${part}" TYPE)
    if(NOT type STREQUAL INTERFACE_LIBRARY)
      string(APPEND parts "list(APPEND HEDDLE_FOLDERS [==[${folder}]==])\n"
        "set(HEDDLE_SOURCES_OF_${part} [==[$<TARGET_PROPERTY:${part},SOURCES>]==])\n"
        "list(APPEND HEDDLE_PARTS [==[${part}]==])\n"
        "list(APPEND HEDDLE_INCLUDES [==[$<TARGET_PROPERTY:${part},INCLUDE_DIRECTORIES>]==])\n"
        "list(APPEND HEDDLE_DEFINITIONS [==[$<TARGET_PROPERTY:${part},COMPILE_DEFINITIONS>]==])\n")
    endif()
  endforeach()

  set(settings "${CMAKE_CURRENT_BINARY_DIR}/${target}_heddle_$<COMPILE_LANGUAGE>.cmake")
  set(tests "${CMAKE_CURRENT_BINARY_DIR}/${target}_heddle_tests.cmake")
  file(GENERATE OUTPUT "${settings}" CONTENT
    "# Written by heddle_discover_tests for heddleListTests.cmake.
set(HEDDLE_EXECUTABLE [==[${HEDDLE_EXECUTABLE}]==])
set(HEDDLE_LANGUAGE [==[$<COMPILE_LANGUAGE>]==])
set(HEDDLE_STANDARD [==[$<TARGET_PROPERTY:$<COMPILE_LANGUAGE>_STANDARD>]==])
set(HEDDLE_EXTENSIONS [==[$<TARGET_PROPERTY:$<COMPILE_LANGUAGE>_EXTENSIONS>]==])
set(HEDDLE_FEATURES [==[$<TARGET_PROPERTY:${target},COMPILE_FEATURES>]==])
set(HEDDLE_COMPILE_OPTIONS [==[$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>]==])
set(HEDDLE_TARGET_FOLDER [==[$<TARGET_PROPERTY:${target},SOURCE_DIR>]==])
${parts}
set(HEDDLE_FURTHER_SOURCES [==[${ARG_SOURCES}]==])
set(HEDDLE_GTEST [==[${ARG_GTEST}]==])
set(HEDDLE_FLAGS [==[${ARG_FLAGS}]==])
set(HEDDLE_OPTIONS [==[${ARG_OPTIONS}]==])
set(HEDDLE_PREFIX [==[${ARG_TEST_PREFIX}]==])
set(HEDDLE_JUNIT_DIRECTORY [==[${ARG_JUNIT_DIRECTORY}]==])
set(HEDDLE_PROPERTIES [==[${ARG_PROPERTIES}]==])
" TARGET "${target}")

  # The flags of C++ when the target has any.
  get_target_property(sources "${target}" SOURCES)
  set(language C)
  if(sources MATCHES "\\.(cc|cpp|cxx|c\\+\\+|C)(;|>|$)")
    set(language CXX)
  endif()
  add_custom_command(TARGET "${target}" POST_BUILD
    COMMAND "${CMAKE_COMMAND}" "-DSETTINGS=${CMAKE_CURRENT_BINARY_DIR}/${target}_heddle_${language}.cmake"
      "-DOUTPUT=${tests}" -P "${_HEDDLE_LIST_TESTS}"
    BYPRODUCTS "${tests}"
    COMMENT "Listing the tests of ${target} for heddle"
    VERBATIM)

  # Before the target is built there is a test that fails and says so.
  set(include "${CMAKE_CURRENT_BINARY_DIR}/${target}_heddle_include.cmake")
  file(WRITE "${include}" "if(EXISTS [==[${tests}]==])
  include([==[${tests}]==])
else()
  add_test([==[${target}_NOT_BUILT]==] [==[${target}_NOT_BUILT]==])
endif()
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${include}")
endfunction()
