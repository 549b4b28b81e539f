import type { Configuration, SettingInfo } from '@kianda/contract/operations/configuration/configuration.contract';
import { UNKNOWN } from '@kianda/format';
import { type Column, DataTable, Panel, StatusPill } from '@kianda/ui';
import { Button } from '@mantine/core';
import { Fragment } from 'react';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import styles from '../page.module.css';
import { configTexts as texts } from '../texts.pt.ts';
import { Limits } from './limits.tsx';
import { SettingDialog, valueText } from './setting-dialog.tsx';

type Props = {
  readonly result: EndpointResult<Configuration>;
  readonly mayChange: boolean;
  /** Name of the setting whose dialog is open. */
  readonly opened: string | undefined;
  readonly onOpen: (name: string | undefined) => void;
};

function Value({ setting }: { readonly setting: SettingInfo }) {
  if (setting.kind === 'secret') return setting.isSet ? texts.secretSet : texts.secretUnset;
  if (setting.value === null) return <abbr title={texts.unset}>{UNKNOWN}</abbr>;
  return <span className={styles.value}>{valueText(setting, setting.value)}</span>;
}

/** Name of a variable of the environment, which may go on in the next line after each word. */
const VariableName = ({ name }: { readonly name: string }) => (
  <code className={styles.code}>
    {name.split(/(?<=_)/).map((word) => (
      <Fragment key={word}>
        {word}
        <wbr />
      </Fragment>
    ))}
  </code>
);

const columnsOf = (mayChange: boolean, onEdit: (setting: SettingInfo) => void): readonly Column<SettingInfo>[] => [
  {
    id: 'title',
    label: texts.setting,
    value: ({ title }) => title,
    render: ({ title, name }) => (
      <span className={styles.name}>
        {title}
        <VariableName name={name} />
      </span>
    ),
    width: '300px',
  },
  { id: 'group', label: texts.group, value: ({ group }) => texts.groups[group], width: '140px' },
  { id: 'variable', label: texts.variable, value: ({ name }) => name, hidden: true },
  {
    id: 'value',
    label: texts.value,
    value: (setting) =>
      setting.kind === 'secret' ? (setting.isSet ? texts.secretSet : texts.secretUnset) : setting.value,
    render: (setting) => (
      <>
        <Value setting={setting} />
        {setting.isPending ? (
          <StatusPill tone="caution">
            {texts.pending(valueText(setting, setting.stored ?? setting.default ?? texts.nothing))}
          </StatusPill>
        ) : null}
      </>
    ),
    width: '260px',
  },
  {
    id: 'default',
    label: texts.byDefault,
    value: (setting) => setting.default,
    render: (setting) =>
      setting.default === null ? <abbr title={texts.unset}>{UNKNOWN}</abbr> : valueText(setting, setting.default),
    width: '160px',
    hidden: true,
  },
  {
    id: 'origin',
    label: texts.origin,
    value: ({ origin }) => texts.origins[origin],
    render: ({ origin }) => (
      <StatusPill tone={origin === 'default' ? 'unknown' : 'info'}>{texts.origins[origin]}</StatusPill>
    ),
    width: '150px',
  },
  { id: 'effect', label: texts.effect, value: ({ effect }) => texts.effects[effect], width: '160px', hidden: true },
  {
    id: 'actions',
    label: texts.actions,
    render: (setting) =>
      setting.lockedBy === null && mayChange ? (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={texts.edit(setting.title)}
          onClick={() => onEdit(setting)}
        >
          {texts.change}
        </Button>
      ) : (
        <abbr title={setting.lockedBy === null ? texts.mayNot : texts.locked[setting.lockedBy]}>{UNKNOWN}</abbr>
      ),
    width: '90px',
  },
];

/** The two limits everybody asks for, and every setting there is. */
export function Settings({ result, mayChange, opened, onOpen }: Props) {
  const configuration = result.sourced?.value;
  const found = configuration?.settings.find(({ name }) => name === opened);
  const edited = found === undefined || found.lockedBy !== null || !mayChange ? null : found;
  return (
    <>
      {configuration?.isRestartPending === true ? (
        <p className={styles.notice} role="status">
          {texts.restartPending}
        </p>
      ) : null}
      <Panel id="limites" title={texts.limits} description={texts.limitsText} source={result}>
        {(value) => <Limits key={value.version} configuration={value} mayChange={mayChange} />}
      </Panel>
      <Panel id="definicoes" title={texts.list} description={texts.listText} source={result} flush>
        {({ settings }) => (
          <DataTable
            id="definicoes"
            label={texts.list}
            columns={columnsOf(mayChange, ({ name }) => onOpen(name))}
            // Changeable settings come first.
            rows={settings.toSorted((a, b) => Number(a.lockedBy !== null) - Number(b.lockedBy !== null))}
            rowId={({ name }) => name}
            height="640px"
          />
        )}
      </Panel>
      {edited === null || configuration === undefined ? null : (
        <SettingDialog setting={edited} configuration={configuration} onClose={() => onOpen(undefined)} />
      )}
    </>
  );
}
