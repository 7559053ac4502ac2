// Replaces a module of plain data by what it exports at build time, so that the browser loads the data and not what makes it.
module.exports = function asValue() {
  const done = this.async();
  this.importModule(`${this.resourcePath}?made`, {}, (error, made) => {
    if (error) return done(error);
    done(
      null,
      Object.entries(made)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n'),
    );
  });
};
