import { analyzeCoast, coastalDetail, coastRegions } from '@kianda/contract/sea/coast/coast.contract';
import { formatInstant, formatNumber, formatQuantity } from '@kianda/format';
import { distanceMeters } from '@kianda/geo';
import { FactList, Panel, usePreferences } from '@kianda/ui';
import { Button, NativeSelect } from '@mantine/core';
import { useClient, useRead } from '../client/use-read.ts';
import styles from './four-services.module.css';
import { Outcome } from './outcome.tsx';
import { coastParts, type ServiceProps } from './service-props.ts';
import { serviceTexts } from './texts.pt.ts';
import { useAct } from './use-act.ts';

const texts = serviceTexts.coast;

/** Change of the coastline of a region, and the vulnerability of the stretch nearest to the place. */
export function CoastService({ state, change }: ServiceProps) {
  const client = useClient();
  const { timeZone } = usePreferences();
  const { act, ...action } = useAct();
  const { costa: region, lon, lat } = state;
  const detail = useRead(coastalDetail, { params: { region } }, 10);
  const analyse = () =>
    act(async () => {
      await client.call(analyzeCoast, { body: { region } });
      detail.refresh();
    });
  return (
    <Panel title={texts.title} description={texts.description} source={detail} className={styles.service}>
      {({ analysis, work }) => {
        const isWorking = work?.state === 'queued' || work?.state === 'running';
        const nearest = analysis?.vulnerability.toSorted(
          (one, other) =>
            distanceMeters([lon, lat], [one.lon, one.lat]) - distanceMeters([lon, lat], [other.lon, other.lat]),
        )[0];
        return (
          <div className={styles.body}>
            <NativeSelect
              label={texts.region}
              value={region}
              onChange={({ currentTarget }) => change({ costa: currentTarget.value as typeof region })}
              data={coastParts.map((id) => ({ value: id, label: coastRegions[id] }))}
            />
            {analysis === null ? (
              <p>{texts.none}</p>
            ) : (
              <FactList
                items={[
                  [texts.length, formatQuantity(analysis.coastlineLength, 'km', { maxDecimals: 0 })],
                  [texts.rate, formatQuantity(analysis.summary.meanRate, texts.perYear, { maxDecimals: 2 })],
                  [texts.eroding, formatQuantity(share(analysis.summary.eroding), '%', { maxDecimals: 0 })],
                  [texts.survey, analysis.survey?.title ?? analysis.absence ?? '—'],
                  [
                    texts.vulnerability,
                    nearest === undefined
                      ? '—'
                      : texts.index(formatNumber(nearest.index, { maxDecimals: 1 }), nearest.used, nearest.fromKm),
                  ],
                  [texts.madeAt, formatInstant(analysis.lastAnalysis, timeZone)],
                ]}
              />
            )}
            {work?.error == null ? null : <p role="alert">{work.error}</p>}
            <Outcome {...action}>
              <Button variant="default" onClick={analyse} loading={action.isRunning || isWorking}>
                {texts.analyse}
              </Button>
            </Outcome>
          </div>
        );
      }}
    </Panel>
  );
}

const share = (part: number | null) => (part === null ? null : part * 100);
