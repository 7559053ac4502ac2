// Every fc.assert of `npm test` draws from one seed, so only a change makes a run fail. The long runs draw new ones; fast-check prints a failing one.
const fc = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

const { FLINT_LONG, FLINT_SEED } = process.env;
if (FLINT_LONG !== 'yes' || FLINT_SEED) fc.configureGlobal({ seed: Number(FLINT_SEED ?? 20_261_125) });

module.exports = fc;
