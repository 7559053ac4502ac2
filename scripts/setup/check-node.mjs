const NEEDED = [20, 19];

/** Ends the process with one sentence if Node is too old. */
export function checkNode(version = process.versions.node, exit = process.exit) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return;
  process.stderr.write(
    `Flint needs Node ${NEEDED.join('.')} or newer; this is Node ${version}. See .nvmrc.\n`,
  );
  exit(1);
}
