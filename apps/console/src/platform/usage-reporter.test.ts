import { expect, test } from 'vitest';
import { createUsageReporter, type Delivery } from './usage-reporter.ts';

type Sent = Parameters<Parameters<typeof createUsageReporter>[0]['send']>[0];

function reporter(deliveries: Delivery[] = []) {
  let now = 0;
  const sent: Sent[] = [];
  const made = createUsageReporter({
    send: async (report) => {
      sent.push(report);
      return deliveries.shift() ?? 'recorded';
    },
    clock: () => now,
    device: 'desktop',
    visit: 'v',
  });
  return {
    ...made,
    sent,
    after(seconds: number) {
      now += seconds * 1000;
    },
  };
}
const entry = (section: string, opened: number, seconds: number, exports = 0) => ({
  section,
  opened,
  seconds,
  exports,
});

test('one entry a section, with the time in view and the files handed over', async () => {
  const page = reporter();
  page.show('dashboard');
  page.after(12);
  page.show('dashboard');
  page.show('system-health');
  page.after(3);
  page.exported();
  await page.flush();
  expect(page.sent).toEqual([
    { visit: 'v', device: 'desktop', entries: [entry('dashboard', 1, 12), entry('system-health', 1, 3, 1)] },
  ]);
  page.after(5);
  page.show('dashboard');
  await page.flush();
  expect(page.sent[1]?.entries).toEqual([entry('system-health', 0, 5), entry('dashboard', 1, 0)]);
});

test('time out of view does not count', async () => {
  const page = reporter();
  page.show('dashboard');
  page.after(10);
  page.setVisible(false);
  page.after(600);
  page.setVisible(true);
  page.after(2);
  await page.flush();
  expect(page.sent[0]?.entries).toEqual([entry('dashboard', 1, 12)]);
});

test('what is not delivered waits and grows by section only', async () => {
  const page = reporter(['undelivered', 'undelivered']);
  page.show('dashboard');
  page.after(10);
  await page.flush();
  page.after(10);
  await page.flush();
  page.show('system-health');
  await page.flush();
  expect(page.sent.map(({ entries }) => entries)).toEqual([
    [entry('dashboard', 1, 10)],
    [entry('dashboard', 1, 20)],
    [entry('dashboard', 1, 20), entry('system-health', 1, 0)],
  ]);
});

test('once refused it says nothing more', async () => {
  const page = reporter(['refused']);
  page.show('dashboard');
  await page.flush();
  page.after(10);
  page.show('system-health');
  page.exported();
  await page.flush(true);
  expect(page.sent).toHaveLength(1);
});

test('nothing seen is nothing sent', async () => {
  const page = reporter();
  page.after(60);
  await page.flush();
  expect(page.sent).toEqual([]);
});
