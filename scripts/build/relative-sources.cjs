const { dirname, relative, sep } = require('node:path');

const repository = dirname(dirname(__dirname));
const named = (source) => `webpack://flint/${relative(repository, source).split(sep).join('/')}`;

/** swc names sources by their absolute path, and webpack's hashes take that in: in another folder the same sources would give other bytes. */
module.exports = function relativeSources(code, text, meta) {
  const map = typeof text === 'string' ? JSON.parse(text) : text;
  this.callback(null, code, map && { ...map, sources: map.sources.map(named) }, meta);
};
