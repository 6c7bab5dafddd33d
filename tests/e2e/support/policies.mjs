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

/** A policy for server-filesystem: reading is free, a write or a move asks a person first. */
export function filesystemPolicy(root) {
  return `${head()}
[tools]
read_text_file = { effect = "read", sensitivity = "internal", reversible = true, path.read = ["path"], content = ["head", "tail"], returns = "retrieved_document" }
list_directory = { effect = "read", sensitivity = "internal", reversible = true, path.read = ["path"] }
write_file = { effect = "write", sensitivity = "internal", reversible = false, path.write = ["path"], content = ["content"] }
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
look = { effect = "read", sensitivity = "internal", reversible = true, content = ["text"] }
act = { effect = "write", sensitivity = "internal", reversible = false, content = ["text"] }
`;
}
