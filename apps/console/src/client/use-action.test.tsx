// @vitest-environment happy-dom
import { acknowledgeAlert, listAlerts } from '@kianda/contract/operations/health/health.contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApplicationProvider } from './context.tsx';
import { envelope, testApplication } from './testing.ts';
import { useAction } from './use-action.ts';

/** Calls once it is shown, by an effect that depends on the call; `again` draws it anew. */
function Caller({ seen }: { readonly seen: (again: () => void) => void }) {
  // A list written in place is another one with each render.
  const { run } = useAction(acknowledgeAlert, [listAlerts]);
  const [, redraw] = useState(0);
  useEffect(() => void run({ params: { id: 'a1' } }, { offline: 'fail' }), [run]);
  useEffect(() => seen(() => redraw((count) => count + 1)), [seen]);
  return null;
}

test('an effect that depends on the call makes it once, however often its screen is drawn', async () => {
  let asked = 0;
  const application = testApplication('', {
    fetch: async () => {
      asked += 1;
      return Response.json(envelope({}));
    },
  });
  let again = () => {};
  const root = createRoot(document.createElement('div'));
  onTestFinished(() => root.unmount());
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <ApplicationProvider value={application}>
        <Caller
          seen={(redraw) => {
            again = redraw;
          }}
        />
      </ApplicationProvider>
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(asked).toBe(1));
  for (let draw = 0; draw < 3; draw += 1) await act(async () => again());
  expect(asked).toBe(1);
});
