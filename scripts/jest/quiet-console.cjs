// An unexpected console.error or console.warn fails the test that printed it.
// A test that provokes one on purpose replaces the method with jest.spyOn.
let printed = [];
const format = (args) => args.map((a) => (a instanceof Error ? (a.stack ?? a.message) : String(a))).join(' ');

beforeEach(() => {
  printed = [];
  for (const level of ['error', 'warn']) {
    console[level] = (...args) => printed.push(`console.${level}: ${format(args)}`);
  }
});

afterEach(() => {
  if (printed.length > 0) throw new Error(`unexpected console output\n${printed.join('\n')}`);
});
