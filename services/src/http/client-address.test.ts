import { clientAddress, clientSite } from './client-address';

describe('the address of a client', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', null],
    ['::ffff:203.0.113.7', '203.0.113.7', null],
    ['2001:db8:1:ab01::1', '2001:db8:1:ab00::/56', '2001:db8:1::/48'],
    ['2001:DB8:1:abff:1:2:3:4', '2001:db8:1:ab00::/56', '2001:db8:1::/48'],
    ['2001:db8:1:ac00::1', '2001:db8:1:ac00::/56', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0:0::/56', '2001:db8:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/56', 'fe80:0:0::/48'],
    ['::1', '0:0:0:0::/56', '0:0:0::/48'],
    // as some proxies write it
    ['203.0.113.7:50123', '203.0.113.7', null],
    ['[2001:db8:1:ab01::1]:50123', '2001:db8:1:ab00::/56', '2001:db8:1::/48'],
    ['[2001:db8:1:ab01::1]', '2001:db8:1:ab00::/56', '2001:db8:1::/48'],
  ])('%s - is %s, of the site %s', (ip, address, site) =>
    expect([clientAddress({ ip }), clientSite({ ip })]).toEqual([address, site]),
  );
});
