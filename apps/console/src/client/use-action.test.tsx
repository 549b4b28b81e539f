// @vitest-environment happy-dom
import { acknowledgeAlert, listAlerts } from '@kianda/contract/operations/health/health.contract';
import { ClockProvider } from '@kianda/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Application } from './application.ts';
import { AccountProvider, ApplicationProvider } from './context.tsx';
import { acknowledgedAlert, envelope, testAccount, testApplication } from './testing.ts';
import { useAction } from './use-action.ts';
import { useEndpoint } from './use-endpoint.ts';

function draw(application: Application, children: ReactNode): void {
  const root = createRoot(document.createElement('div'));
  onTestFinished(() => root.unmount());
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <ApplicationProvider value={application}>
        <ClockProvider clock={application.clock}>
          <AccountProvider value={testAccount()}>{children}</AccountProvider>
        </ClockProvider>
      </ApplicationProvider>
    </QueryClientProvider>,
  );
}

/** Calls once it is shown, by an effect that depends on the call; `again` draws it anew. */
function Caller({ seen }: { readonly seen: (again: () => void) => void }) {
  // A list written in place is another one with each render.
  const { run } = useAction(acknowledgeAlert, [listAlerts]);
  const [, redraw] = useState(0);
  useEffect(() => void run({ params: { id: 'a1' } }, { offline: 'fail' }), [run]);
  useEffect(() => seen(() => redraw((count) => count + 1)), [seen]);
  return null;
}

/** A list, and an act that changes what it tells. */
function ListWithAct({ seen }: { readonly seen: (run: () => Promise<unknown>) => void }) {
  const { run } = useAction(acknowledgeAlert, [listAlerts]);
  useEndpoint(listAlerts, {});
  useEffect(() => seen(() => run({ params: { id: 'a1' } }, { offline: 'fail' })), [run, seen]);
  return null;
}

test('a first answer that was asked for before an act is asked for again after it', async () => {
  const reads: (AbortSignal | null | undefined)[] = [];
  const application = testApplication('', {
    fetch: async (_, init) => {
      if (init?.method === 'POST') return Response.json(envelope(acknowledgedAlert('a1')));
      reads.push(init?.signal);
      if (reads.length > 1) return Response.json(envelope({ alerts: [], active: 0, total: 0 }));
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    },
  });
  let acknowledge: () => Promise<unknown> = async () => undefined;
  draw(
    application,
    <ListWithAct
      seen={(run) => {
        acknowledge = run;
      }}
    />,
  );
  await vi.waitFor(() => expect(reads).toHaveLength(1), 60_000);
  await acknowledge();
  expect(reads.map((signal) => signal?.aborted)).toEqual([true, false]);
});

test('an effect that depends on the call makes it once, however often its screen is drawn', async () => {
  let asked = 0;
  const application = testApplication('', {
    fetch: async () => {
      asked += 1;
      return Response.json(envelope({}));
    },
  });
  let again = () => {};
  draw(
    application,
    <Caller
      seen={(redraw) => {
        again = redraw;
      }}
    />,
  );
  await vi.waitFor(() => expect(asked).toBe(1), 60_000);
  for (let draw = 0; draw < 3; draw += 1) await act(async () => again());
  expect(asked).toBe(1);
});
