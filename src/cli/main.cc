#include "cli/main.h"

#include <exception>
#include <string>
#include <vector>

#include "base/crypto_library.h"
#include "cli/command.h"
#include "cli/parse.h"
#include "os/linux/system_clock.h"
#include "os/signals.h"

namespace yett {

int run_yett(int argc, char** argv) {
  const SystemClock clock;
  return run_yett(argc, argv, {.clock = clock});
}

int run_yett(int argc, char** argv, const Machine& machine) {
  start_crypto_library();
  ignore_broken_pipes();
  const std::vector<std::string> words(argv + 1, argv + argc);
  const Environment environment = Environment::of_this_process();
  const Console console{.environment = environment, .clock = machine.clock, .open_store = machine.open_store};
  try {
    const ParsedLine line = parse_command_line(words, commands());
    if (line.command == nullptr) {
      std::FILE* const stream = line.exit == Exit::Done ? console.out : console.err;
      std::fwrite(line.text.data(), 1, line.text.size(), stream);
      return static_cast<int>(line.exit);
    }
    const Exit exit = line.command->run(line.invocation, console);
    // A result that could not be written is no result.
    const bool is_lost = std::fflush(console.out) != 0 || std::ferror(console.out) != 0;
    // `yett decide ... | head -1`: whoever stops reading has what they wanted.
    if (is_lost && is_reader_gone(::fileno(console.out))) return static_cast<int>(exit);
    if (is_lost) console.complain("yett: the output could not be written");
    return static_cast<int>(is_lost && exit == Exit::Done ? Exit::Wrong : exit);
  } catch (const std::exception& error) {
    console.complain(std::string("yett: an internal fault: ") + error.what());
    return static_cast<int>(Exit::Wrong);
  }
}

}  // namespace yett
