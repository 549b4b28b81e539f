import { allows, type DataOf } from '@kianda/contract';
import {
  approveModelVersion,
  type getModel,
  getModelVersion,
  type ModelVersionDetail,
  removeModelVersion,
} from '@kianda/contract/models/registry/models.contract';
import { formatNumber } from '@kianda/format';
import { PanelFailure, SkeletonCards } from '@kianda/ui';
import { Button, Group, NativeSelect, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { type EndpointResult, useEndpoint } from '../../../../client/use-endpoint.ts';
import { Card, CardColumns, CardSide } from '../../../shared/card/card.tsx';
import tabbed from '../../../shared/tabbed.module.css';
import { type RegistrySearch, type VersionPart, versionParts } from '../search.ts';
import { actTexts, versionTexts as texts } from '../texts.pt.ts';
import { ProofPanel } from './proof-panel.tsx';
import { ApproveDialog, RemoveDialog } from './version-acts.tsx';
import { VersionCompare } from './version-compare.tsx';
import { VersionCurves } from './version-curves.tsx';
import { VersionFiles } from './version-files.tsx';
import { LabelPanel } from './version-labels.tsx';
import { FeaturePanel, LimitPanel, LineagePanel, ParameterPanel, SlicePanel, SummaryPanel } from './version-parts.tsx';

type Detail = DataOf<typeof getModel>;
type Props = {
  readonly detail: Detail;
  readonly version: number;
  readonly compared: number | undefined;
  /** The part of the rest that is open; the variables where none is named. */
  readonly part: VersionPart | undefined;
  readonly onSearch: (part: Partial<RegistrySearch>) => void;
};

/** One version: purpose, measures, variables, curves, lineage and limits; beside another one where one is chosen. */
export default function VersionPage({ detail, version, compared, part, onSearch }: Props) {
  const type = detail.model.type;
  const result = useEndpoint(getModelVersion, { params: { type, version } }, { refetchSeconds: 60 });
  const back = () => onSearch({ versao: undefined, comparar: undefined, parte: undefined });
  const shown = result.sourced?.value;
  if (shown === undefined) {
    return (
      <Card back={texts.back} onBack={back}>
        {result.error === null ? (
          <SkeletonCards count={3} />
        ) : (
          <PanelFailure of={texts.name(formatNumber(version))} error={result.error} onRetry={result.refresh} />
        )}
      </Card>
    );
  }
  return (
    <Card
      back={texts.back}
      onBack={back}
      actions={
        <Group gap="xs" align="flex-end">
          <CompareChoice detail={detail} version={version} compared={compared} onSearch={onSearch} />
          <VersionFiles type={type} version={version} />
          <VersionActs detail={detail} version={shown} onRemoved={back} />
        </Group>
      }
    >
      {compared === undefined || compared === version ? null : (
        <VersionCompare
          key={compared}
          type={type}
          version={shown}
          compared={compared}
          onClose={() => onSearch({ comparar: undefined })}
        />
      )}
      <SummaryPanel result={result} />
      <CardColumns>
        <CardSide>
          <VersionCurves result={result} model={detail.model.name} />
        </CardSide>
        <CardSide>
          <LimitPanel result={result} />
          <LabelPanel type={type} result={result} />
        </CardSide>
      </CardColumns>
      <VersionTabs
        result={result}
        model={detail.model}
        part={part ?? 'variaveis'}
        onPart={(next) => onSearch({ parte: next === 'variaveis' ? undefined : next })}
      />
    </Card>
  );
}

type TabsProps = {
  readonly result: EndpointResult<ModelVersionDetail>;
  readonly model: Detail['model'];
  readonly part: VersionPart;
  readonly onPart: (part: VersionPart) => void;
};

/** The parts that fewer readers look for, one at a time. */
function VersionTabs({ result, model, part, onPart }: TabsProps) {
  return (
    <Tabs
      value={part}
      onChange={(next) => onPart(versionParts.find((one) => one === next) ?? 'variaveis')}
      keepMounted={false}
    >
      <Tabs.List aria-label={texts.partsLabel} className={tabbed.tabs ?? ''}>
        {versionParts.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {texts.parts[one]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={part} className={tabbed.panel ?? ''}>
        <VersionPartPanel part={part} result={result} model={model} />
      </Tabs.Panel>
    </Tabs>
  );
}

function VersionPartPanel({ part, result, model }: Omit<TabsProps, 'onPart'>) {
  switch (part) {
    case 'variaveis':
      return <FeaturePanel result={result} />;
    case 'prova':
      return result.sourced === undefined ? null : <ProofPanel model={model} version={result.sourced.value.version} />;
    case 'areas':
      return <SlicePanel result={result} />;
    case 'parametros':
      return <ParameterPanel result={result} />;
    case 'linhagem':
      return <LineagePanel result={result} />;
  }
}

function CompareChoice({ detail: { versions }, version, compared, onSearch }: Omit<Props, 'part'>) {
  const others = versions.filter((one) => one.version !== version);
  if (others.length === 0) return null;
  return (
    <NativeSelect
      size="xs"
      label={texts.compare.label}
      value={compared === undefined ? '' : String(compared)}
      data={[
        { value: '', label: texts.compare.none },
        ...others.map((one) => ({
          value: String(one.version),
          label: `${texts.name(formatNumber(one.version))} · ${texts.states[one.state]}`,
        })),
      ]}
      onChange={({ currentTarget: { value } }) => onSearch({ comparar: value === '' ? undefined : Number(value) })}
    />
  );
}

type ActsProps = {
  readonly detail: Detail;
  readonly version: ModelVersionDetail;
  readonly onRemoved: () => void;
};

/** Approval and deletion of a version that is not in use, for whoever may. */
function VersionActs({ detail, version: { version, state }, onRemoved }: ActsProps) {
  const { role } = useAccount();
  const [asking, setAsking] = useState<'approve' | 'remove' | null>(null);
  if (state === 'deployed') return null;
  const type = detail.model.type;
  const onClose = () => setAsking(null);
  return (
    <>
      {allows(approveModelVersion.access, role) ? (
        <Button size="xs" onClick={() => setAsking('approve')}>
          {actTexts.approve}
        </Button>
      ) : null}
      {allows(removeModelVersion.access, role) ? (
        <Button size="xs" variant="default" onClick={() => setAsking('remove')}>
          {actTexts.remove}
        </Button>
      ) : null}
      {asking === 'approve' ? (
        <ApproveDialog type={type} version={version} allowsOwnApproval={detail.allowsOwnApproval} onClose={onClose} />
      ) : null}
      {asking === 'remove' ? (
        <RemoveDialog type={type} version={version} onRemoved={onRemoved} onClose={onClose} />
      ) : null}
    </>
  );
}
