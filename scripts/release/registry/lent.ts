/** What the shell lends to remotes, at which version; a test holds it equal to what webpack.shared.js reads. */
export const LENT: Readonly<Record<string, string>> = {
  react: '19.3.1',
  'react/jsx-runtime': '19.3.1',
  'react-dom': '19.3.1',
  '@flint/remote-kit': '1.0.0',
  '@flint/remote-kit/data': '1.0.0',
};
