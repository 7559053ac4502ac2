const { createHash } = require('node:crypto');
const path = require('node:path');
const swc = require('@swc/jest');

const hash = (edits) => createHash('sha1').update(JSON.stringify(edits)).digest('hex');

// The usual transform, with the edits of one break; what jest keeps of a file goes by its own edits, so that a break does not affect another run.
module.exports = {
  createTransformer({ edits, root, ...options }) {
    const usual = swc.createTransformer(options);
    return {
      ...usual,
      canInstrument: false,
      process(source, file, jest) {
        let text = source;
        for (const [name, from, to] of edits) {
          if (file !== path.join(root, name)) continue;
          if (text.split(from).length !== 2) throw new Error(`${name} does not hold this text once: ${from}`);
          text = text.replace(from, () => to);
        }
        return usual.process(text, file, jest);
      },
      getCacheKey: (source, file, jest) =>
        usual.getCacheKey(source, file, jest) +
        hash(edits.filter(([name]) => file === path.join(root, name))),
    };
  },
};
