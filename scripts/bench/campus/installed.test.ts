import { readFileSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from '../../compose/remotes';
import { caddyfileOf } from './installed';

const text = readFileSync(path.join(REPOSITORY, 'deploy/Caddyfile'), 'utf8');
const servers = {
  api: { ports: [4001, 4002], healthPath: '/health/ready' },
  web: { ports: [4003, 4004], healthPath: '/remotes.json' },
  deskPort: 4005,
};

describe('Caddy in front of a campus', () => {
  it('its configuration - is that of deploy/, but for addresses, certificates and the proxies of students', () => {
    const lines = caddyfileOf(text, servers, 4006, 4007).split('\n');
    const before = new Set(text.split('\n'));
    expect(lines.filter((line) => !before.has(line)).map((line) => line.trim())).toEqual([
      'admin off',
      'http://127.0.0.1:4006 {',
      'reverse_proxy 127.0.0.1:4001 127.0.0.1:4002 {',
      'trusted_proxies private_ranges',
      'reverse_proxy 127.0.0.1:4003 127.0.0.1:4004 {',
      'http://127.0.0.1:4007 {',
      'reverse_proxy 127.0.0.1:4005 {',
    ]);
  });

  it('a configuration whose names changed - is refused, so that no campus runs beside it', () => {
    expect(() => caddyfileOf(text.replaceAll('api-1', 'api-one'), servers, 4006, 4007)).toThrow(
      'has no api-1:4300',
    );
  });
});
