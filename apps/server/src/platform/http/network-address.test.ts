import { expect, test } from 'vitest';
import { networkOf } from './network-address.ts';

test.each([
  ['196.223.9.4', '196.223.9.4'],
  ['::ffff:196.223.9.4', '196.223.9.4'],
  ['::FFFF:196.223.9.4', '196.223.9.4'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:DB8:0:0:1:2:3:4', '2001:db8:0:0::/64'],
  ['2001:0db8:00a0:0000:ffff::9', '2001:db8:a0:0::/64'],
  ['2001:db8:0:1::9', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1:2:3:4:5:6:196.223.9.4', '1:2:3:4::/64'],
  ['desconhecido', 'desconhecido'],
  ['x'.repeat(100), 'x'.repeat(64)],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
