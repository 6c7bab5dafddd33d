// Policy texts.

/** The head of a policy; `sync` is what its records survive. */
export function head({ permissions = 'full access', sync = 'full' } = {}) {
  return `[policy]
name = "e2e"
version = 1

[session]
permissions = "${permissions}"

[approval]
unsigned = "a test: one person on one machine"

[state]
sync = "${sync}"
`;
}

/** The three fields of a tool that runs at once, and of one that asks a person first. */
export const kReads = 'effect = "read", sensitivity = "internal", reversible = true';
export const kWrites = 'effect = "write", sensitivity = "internal", reversible = false';

/** A folder that servers find in their sandbox and may change. */
export const shown = (name, folder) => `
[paths.${name}]
root = "${folder}"
access = "read-write"
`;

/** A policy for server-filesystem: reading is free, a write or a move asks a person first. */
export function filesystemPolicy(root) {
  return `${head()}
[tools]
read_text_file = { ${kReads}, path.read = ["path"], content = ["head", "tail"], returns = "retrieved_document" }
list_directory = { ${kReads}, path.read = ["path"] }
write_file = { ${kWrites}, path.write = ["path"], content = ["content"] }
move_file = { effect = "execute", sensitivity = "internal", reversible = false, path.write = ["source", "destination"] }

[paths.files]
root = "${root}"
access = "read-write"
`;
}

/** A policy for the servers in servers/: \`look\` runs at once, \`act\` asks a person first. */
export function ownPolicy(terms) {
  return `${head(terms)}
[tools]
look = { ${kReads}, content = ["text"] }
act = { ${kWrites}, content = ["text"] }
`;
}
