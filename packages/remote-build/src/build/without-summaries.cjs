// Only /openapi.json needs the route table's summaries; in the browser they would cost 1 kB of gzip.
module.exports = function withoutSummaries(source) {
  return source.replace(/summary:\s*(?:'(?:[^'\\]|\\.)*'|`[^`]*`|"(?:[^"\\]|\\.)*"),/g, "summary: '',");
};
