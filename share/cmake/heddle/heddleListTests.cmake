# A script: asks heddle for the tests of a target and writes them down for CTest.
#   cmake -DSETTINGS=<file of heddle_discover_tests> -DOUTPUT=<file for CTest> -P heddleListTests.cmake
# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.19)
include("${SETTINGS}")

# --- the sources ---

set(sources "")
foreach(part folder IN ZIP_LISTS HEDDLE_PARTS HEDDLE_FOLDERS)
  foreach(source IN LISTS HEDDLE_SOURCES_OF_${part})
    if(source MATCHES "\\.(c|cc|cpp|cxx|c\\+\\+|C)$")
      list(APPEND sources "${folder}/${source}")
    endif()
  endforeach()
endforeach()
foreach(source IN LISTS HEDDLE_FURTHER_SOURCES)
  list(APPEND sources "${HEDDLE_TARGET_FOLDER}/${source}")
endforeach()
# What was absolute already has lost nothing but its prefix.
list(TRANSFORM sources REPLACE "^.*/(/.*)$" "\\1")
list(REMOVE_DUPLICATES sources)

# --- the flags ---

set(flags "")
foreach(include IN LISTS HEDDLE_INCLUDES)
  list(APPEND flags "-I${include}")
endforeach()
foreach(definition IN LISTS HEDDLE_DEFINITIONS)
  string(REGEX REPLACE "^-D" "" definition "${definition}")
  list(APPEND flags "-D${definition}")
endforeach()
list(REMOVE_DUPLICATES flags)

# CMake's rule: the standard that is set, or a newer one that a feature asks for; without one that is set, a feature counts only
# if the compiler's own default is older. clang 19 has C17 and C++17.
set(standard "${HEDDLE_STANDARD}")
set(newest 17)
if(standard AND NOT standard MATCHES "^9")
  set(newest "${standard}")
endif()
string(TOLOWER "${HEDDLE_LANGUAGE}" language)
foreach(feature IN LISTS HEDDLE_FEATURES)
  if(feature MATCHES "^${language}_std_([1-8][0-9])$" AND CMAKE_MATCH_1 GREATER newest)
    set(newest "${CMAKE_MATCH_1}")
    set(standard "${newest}")
  endif()
endforeach()
if(standard)
  set(dialect gnu)
  if(HEDDLE_EXTENSIONS STREQUAL OFF)
    set(dialect c)
  endif()
  if(HEDDLE_LANGUAGE STREQUAL CXX)
    string(APPEND dialect ++)
  endif()
  list(APPEND flags "-std=${dialect}${standard}")
endif()

# Warnings, optimisation, sanitizers and profiling are the native build's affair.
set(options "${HEDDLE_COMPILE_OPTIONS}")
list(FILTER options EXCLUDE REGEX
  "^(-W.*|-O.*|-g.*|-pedantic.*|-fsanitize.*|-fno-sanitize.*|-fprofile.*|-fcoverage.*|--coverage|-flto.*|-pipe|-march.*|-mtune.*)$")
list(APPEND flags ${options} ${HEDDLE_FLAGS})

# --- the tests ---

set(command "${HEDDLE_EXECUTABLE}" test ${sources})
if(HEDDLE_GTEST)
  list(APPEND command --gtest)
endif()
execute_process(COMMAND ${command} --list -- ${flags} WORKING_DIRECTORY "${HEDDLE_TARGET_FOLDER}"
  OUTPUT_VARIABLE output RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  file(REMOVE "${OUTPUT}")
  message(FATAL_ERROR "heddle cannot list the tests (exit code ${result})")
endif()
string(REGEX MATCHALL "[^\n]+" names "${output}")

function(quoted result)
  set(text "")
  foreach(argument IN LISTS ARGN)
    string(APPEND text " [==[${argument}]==]")
  endforeach()
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

set(script "# Written after the build of the target; CTest reads it.\n")
foreach(name IN LISTS names)
  set(junit "")
  if(HEDDLE_JUNIT_DIRECTORY)
    file(MAKE_DIRECTORY "${HEDDLE_JUNIT_DIRECTORY}")
    set(junit --junit "${HEDDLE_JUNIT_DIRECTORY}/${HEDDLE_PREFIX}${name}.xml")
  endif()
  quoted(arguments ${command} --filter "${name}" ${HEDDLE_OPTIONS} ${junit} -- ${flags})
  quoted(properties SKIP_RETURN_CODE 5 LABELS heddle WORKING_DIRECTORY "${HEDDLE_TARGET_FOLDER}" ${HEDDLE_PROPERTIES})
  string(APPEND script "add_test([==[${HEDDLE_PREFIX}${name}]==]${arguments})\n"
    "set_tests_properties([==[${HEDDLE_PREFIX}${name}]==] PROPERTIES${properties})\n")
endforeach()
file(WRITE "${OUTPUT}" "${script}")
