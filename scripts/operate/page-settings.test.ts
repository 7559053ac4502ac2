import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readPageEnv } from '@flint/services';
import { parse, parseAllDocuments } from 'yaml';
import { REPOSITORY } from '../compose/remotes';
import { countsOf } from '../release/counts';
import { pageNames } from '../serve/page-names';

type Settings = Record<string, string>;

const read = (file: string) => readFileSync(path.join(REPOSITORY, file), 'utf8');
const objects = parseAllDocuments(read('deploy/k8s/flint.yaml')).map((each) => each.toJS() as any);
const { services } = parse(read('compose.yaml'), { merge: true });
const OPERATORS: Settings = {
  APP_NAME: 'Sparks',
  UNIVERSITY_NAME: 'Hill University',
  SAFETY_CONTACTS: 'Campus police|+1 555 0100',
  SAFETY_EMAIL: 'safety@hill.edu',
  METRICS_TOKEN: 'sixteen letters and more',
  S3_ENDPOINT: 'https://pictures.hill.edu',
};

/** The environment of a service of compose.yaml, with the operator's .env. */
const composed = (name: string): Settings =>
  Object.fromEntries(
    Object.entries<string>(services[name].environment).map(([setting, value]) => [
      setting,
      value.replace(/\$\{(\w+):[-?+][^}]*\}/g, (_all, named: string) => OPERATORS[named] ?? ''),
    ]),
  );

/** The environment of a deployment of flint.yaml, with the operator's values in the ConfigMap and the Secret `flint`. */
function deployed(name: string): Settings {
  const { data } = objects.find(({ kind }) => kind === 'ConfigMap');
  const configured = {
    ...data,
    ...Object.fromEntries(Object.keys(data).map((key) => [key, OPERATORS[key] ?? data[key]])),
  };
  const secret = Object.fromEntries(Object.entries(OPERATORS).filter(([key]) => !(key in data)));
  const { spec } = objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name);
  const { envFrom, env = [] } = spec.template.spec.containers[0];
  const sources = envFrom.map((each: any) => (each.configMapRef ? configured : secret));
  const named = env.map((each: any) => [each.name, secret[each.valueFrom.secretKeyRef.key]]);
  return Object.assign({}, ...sources, Object.fromEntries(named));
}

describe.each([
  ['compose.yaml', composed('api-1'), composed('web')],
  ['deploy/k8s/flint.yaml', deployed('flint-api'), deployed('flint-web')],
])('the page server of %s', (_file, api, web) => {
  const page = readPageEnv(web);

  it('photos - are sent to the store of the API, whose keys the page does not have', () => {
    expect(page.S3_ENDPOINT).toBe(readPageEnv(api).S3_ENDPOINT);
    expect(page.S3_ENDPOINT).toBeTruthy();
    expect(Object.keys(web).filter((name) => /KEY|SECRET|MONGO/.test(name))).toEqual(['RELEASE_KEYS']);
  });

  it('failing canaries - are counted, and stopped', () => {
    expect(countsOf(page)).not.toBeNull();
  });

  it('its help, terms and privacy - name what the API names', () => {
    expect(pageNames(page)).toEqual(pageNames(readPageEnv(api)));
  });
});
