import { readFileSync } from 'node:fs';
import path from 'node:path';

const read = (name: string) => readFileSync(path.join(__dirname, name), 'utf8');

// the page brings base.css and tokens.css, a remote the rest; either may be of an older release
describe('remotes and the page, released at different times', () => {
  it('a new remote - in an older page - needs no rule of base.css but the one that every page of its contract has', () => {
    const rules = read('base.css').replaceAll(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '');
    const styled = [...rules.matchAll(/([^{}]*)\{[^{}]*\}/g)].map(([, selector]) => selector!);
    // the size of a heading is the page's, wherever it is
    const own = styled.filter((selector) => !/ h[1-3]\s*$/.test(selector));
    expect(own.flatMap((selector) => selector.match(/\.f-[\w-]+/g) ?? [])).toEqual(['.f-visually-hidden']);
  });

  it('a new remote - with any component - brings the arrangement of screens, whose copies change nothing', () => {
    expect(read('classes.ts')).toContain("import './arrangement.css';");
    const css = read('arrangement.css').replaceAll(/\/\*.*?\*\/|@keyframes[^}]*\}\s*\}/gs, '');
    const classes = css.replaceAll(/:where\([^)]*\)/g, '').match(/\.f-[\w-]+/g);
    expect(classes).toBeNull();
  });

  it('an older remote - in a new page - finds every color of its contract', () => {
    const tokens = read('tokens.css');
    for (const name of ['--f-danger-soft', '--f-danger-ink', '--f-danger'])
      expect(tokens).toMatch(new RegExp(`${name}: `));
  });
});
