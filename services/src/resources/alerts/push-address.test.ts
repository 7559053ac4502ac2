import { isPublicIp } from '../../infra/public-address';
import { isPushAddress } from './push-address';

it('an address that is not public, not https, or with a port or a name - is no push service; a public one over https is', () => {
  const refused = [
    'http://push.example.com/a',
    'https://127.0.0.1/a',
    'https://2130706433/a',
    'https://0x7f.1/a',
    'https://169.254.169.254/latest',
    'https://[::ffff:10.0.0.1]/a',
    'https://[fd00::1]/a',
    'https://[64:ff9b::a00:1]/a',
    'https://localhost/a',
    'https://mongo/a',
    'https://db.internal/a',
    'https://push.example.com:27017/a',
    'https://user:pass@push.example.com/a',
    'javascript:alert(1)',
  ];
  expect(refused.filter((address) => isPushAddress(address, false))).toEqual([]);
  expect(isPushAddress('https://updates.push.services.mozilla.com/wpush/v2/a', false)).toBe(true);
  expect(['142.250.1.1', '2a00:1450::1'].map((ip) => isPublicIp(ip))).toEqual([true, true]);
  const inside = ['10.1.2.3', '172.20.1.1', '192.168.1.1', '100.65.0.1'];
  expect(inside.filter((ip) => isPublicIp(ip))).toEqual([]);
});
