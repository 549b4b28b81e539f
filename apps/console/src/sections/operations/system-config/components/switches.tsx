import type { Configuration } from '@kianda/contract/operations/configuration/configuration.contract';
import { type FeatureId, featureIds, platformFeatures } from '@kianda/contract/operations/configuration/features';
import { instantOf, timeZones } from '@kianda/format';
import { Instant, MomentInput, Panel, StatusPill, usePreferences } from '@kianda/ui';
import { Button, Switch, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { useChange } from '../api/use-change.ts';
import styles from '../page.module.css';
import { configTexts as texts } from '../texts.pt.ts';

type Props = { readonly result: EndpointResult<Configuration>; readonly mayChange: boolean };
type PartProps = { readonly configuration: Configuration; readonly mayChange: boolean };

/** Maintenance mode, and functions that can be switched off. */
export function Switches({ result, mayChange }: Props) {
  return (
    <>
      <Panel id="manutencao" title={texts.maintenance} description={texts.maintenanceText} source={result}>
        {(configuration) => <MaintenanceSwitch configuration={configuration} mayChange={mayChange} />}
      </Panel>
      <Panel id="funcoes" title={texts.features} description={texts.featuresText} source={result}>
        {(configuration) => <Features configuration={configuration} mayChange={mayChange} />}
      </Panel>
    </>
  );
}

function Features({ configuration, mayChange }: PartProps) {
  const { run, isRunning } = useChange(configuration);
  const [asked, setAsked] = useState<FeatureId | null>(null);
  const turnOn = async (id: FeatureId) => {
    const failed = await run({ features: { [id]: true } });
    if (failed !== null) notify({ tone: 'error', title: texts.failed, message: failed });
  };
  return (
    <div className={styles.switches}>
      {featureIds.map((id) => (
        <Switch
          key={id}
          label={platformFeatures[id].label}
          aria-label={platformFeatures[id].label}
          description={platformFeatures[id].description}
          checked={configuration.features[id]}
          disabled={!mayChange || isRunning}
          onChange={({ currentTarget }) => {
            if (currentTarget.checked) void turnOn(id);
            else setAsked(id);
          }}
        />
      ))}
      {asked === null ? null : (
        <ConfirmDialog
          title={texts.featureOff(platformFeatures[asked].label)}
          body={texts.featureOffText}
          confirm={texts.turnOff}
          isDangerous
          onConfirm={() => run({ features: { [asked]: false } })}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

function MaintenanceSwitch({ configuration, mayChange }: PartProps) {
  const { maintenance } = configuration;
  const { run } = useChange(configuration);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.maintenance}>
      {maintenance === null ? (
        <p>{texts.maintenanceOff}</p>
      ) : (
        <p>
          <StatusPill tone="caution">{texts.maintenanceOn}</StatusPill> {maintenance.message}
          {maintenance.until === null ? null : (
            <Instant at={maintenance.until} words={(until) => ` (${texts.until(until)})`} />
          )}
        </p>
      )}
      <Button variant="default" disabled={!mayChange} onClick={() => setOpen(true)}>
        {maintenance === null ? texts.begin : texts.end}
      </Button>
      {isOpen && maintenance !== null ? (
        <ConfirmDialog
          title={texts.endTitle}
          body={texts.endText}
          confirm={texts.end}
          onConfirm={() => run({ maintenance: null })}
          onClose={() => setOpen(false)}
        />
      ) : null}
      {isOpen && maintenance === null ? (
        <BeginDialog configuration={configuration} onClose={() => setOpen(false)} />
      ) : null}
    </div>
  );
}

function BeginDialog({
  configuration,
  onClose,
}: {
  readonly configuration: Configuration;
  readonly onClose: () => void;
}) {
  const { run } = useChange(configuration);
  const [message, setMessage] = useState('');
  const [until, setUntil] = useState('');
  const { timeZone } = usePreferences();
  const begin = () =>
    run({
      maintenance: {
        message: message.trim(),
        until: instantOf(until, timeZone),
      },
    });
  return (
    <ConfirmDialog
      title={texts.beginTitle}
      body={texts.beginText}
      confirm={texts.begin}
      isDangerous
      isFit={message.trim().length >= 3}
      onConfirm={begin}
      onClose={onClose}
    >
      <Textarea
        label={texts.message}
        required
        rows={2}
        maxLength={300}
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
      <MomentInput
        label={texts.untilField}
        description={texts.untilHelp(timeZones[timeZone])}
        value={until}
        onChange={setUntil}
      />
    </ConfirmDialog>
  );
}
