#pragma once

#include "cli/command.h"
#include "os/clock.h"

namespace yett {

/// What the program takes from the machine. A test of the whole program puts other parts in their place; nothing that
/// is installed does.
struct Machine {
  const Clock& clock;
  StoreOpener& open_store = open_sqlite_store;
};

/// The whole program: reads the command line, runs one command, returns its exit code. The environment is read here and
/// handed down; what else commands need of the world they open themselves.
int run_yett(int argc, char** argv, const Machine& machine);
/// The same on this machine as it is.
int run_yett(int argc, char** argv);

}  // namespace yett
