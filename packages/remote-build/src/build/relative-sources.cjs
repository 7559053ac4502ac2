const { relative, sep } = require('node:path');

/** swc names sources by their absolute path, which changes webpack's hashes: in another folder the same sources would give other bytes. */
module.exports = function relativeSources(code, text, meta) {
  const { root, name } = this.getOptions();
  const named = (source) => `webpack://${name}/${relative(root, source).split(sep).join('/')}`;
  const map = typeof text === 'string' ? JSON.parse(text) : text;
  this.callback(null, code, map && { ...map, sources: map.sources.map(named) }, meta);
};
