import { boundaryAtPoint, boundaryDrawing, processBoundaries } from '@kianda/contract/sea/limits/limits.contract';
import { formatQuantity } from '@kianda/format';
import { EmptyState, FactList, Panel } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useClient, useRead } from '../client/use-read.ts';
import styles from './four-services.module.css';
import { Outcome } from './outcome.tsx';
import type { ServiceProps } from './service-props.ts';
import { serviceTexts } from './texts.pt.ts';
import { useAct } from './use-act.ts';

const texts = serviceTexts.limits;

/** Zones that a place lies in, and its geodesic distances; without a drawing, the button that asks for one. */
export function LimitsService({ state: { lon, lat } }: ServiceProps) {
  const client = useClient();
  const { act, ...action } = useAct();
  const drawing = useRead(boundaryDrawing, {}, 15);
  const hasDrawing = drawing.sourced?.value.drawing != null;
  const work = drawing.sourced?.value.work;
  const isDrawing = work?.state === 'queued' || work?.state === 'running';
  const draw = () =>
    act(async () => {
      await client.call(processBoundaries, { body: {} });
      drawing.refresh();
    });
  return (
    <Panel title={texts.title} description={texts.description} source={drawing} className={styles.service}>
      {() =>
        hasDrawing ? (
          <AtPoint lon={lon} lat={lat} />
        ) : (
          <Outcome {...action}>
            <EmptyState
              title={isDrawing ? texts.drawing : texts.none}
              action={
                <Button onClick={draw} loading={action.isRunning} disabled={isDrawing}>
                  {texts.draw}
                </Button>
              }
            >
              {work?.error ?? texts.noneNote}
            </EmptyState>
          </Outcome>
        )
      }
    </Panel>
  );
}

function AtPoint({ lon, lat }: { readonly lon: number; readonly lat: number }) {
  const point = useRead(boundaryAtPoint, { query: { lon, lat } });
  const value = point.sourced?.value;
  if (value === undefined) return <p role="status">{point.error?.message ?? texts.reading}</p>;
  const zones = value.zones.map(({ name }) => name).join(', ');
  return (
    <FactList
      items={[
        [texts.zones, zones === '' ? texts.outside[value.outside ?? 'high_seas'](value.neighbour) : zones],
        ...value.distances
          .slice(0, 5)
          .map(({ name, meters }) => [name, formatQuantity(meters / 1000, 'km', { maxDecimals: 1 })] as const),
      ]}
    />
  );
}
