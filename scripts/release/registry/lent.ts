/** The versions of the packages that the shell shares; a test compares them with webpack.shared.js. */
export const LENT: Readonly<Record<string, string>> = {
  react: '19.3.1',
  'react/jsx-runtime': '19.3.1',
  'react-dom': '19.3.1',
  '@flint/remote-kit': '1.0.0',
  '@flint/remote-kit/data': '1.0.0',
};
