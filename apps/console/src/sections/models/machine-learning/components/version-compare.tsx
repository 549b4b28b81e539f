import {
  getModelVersion,
  type ModelType,
  type ModelVersionDetail,
  metricNames,
  splitNames,
} from '@kianda/contract/models/registry/models.contract';
import { formatNumber, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, Panel } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { baselineOf, intervalOf, skillFormat } from '../../../shared/models/skill.ts';
import { versionTexts } from '../texts.pt.ts';
import { parameterText } from '../version-values.ts';
import { CompareCurves } from './compare-curves.tsx';

const texts = versionTexts.compare;

/** One point of two versions; null where one has it not. */
type Line = { readonly id: string; readonly label: string; readonly one: string | null; readonly other: string | null };

type Props = {
  readonly type: ModelType;
  readonly version: ModelVersionDetail;
  readonly compared: number;
  readonly onClose: () => void;
};

/** Two versions side by side: measures, parameters and variables. */
export function VersionCompare({ type, version, compared, onClose }: Props) {
  const result = useEndpoint(getModelVersion, { params: { type, version: compared } }, { refetchSeconds: 60 });
  const names = [formatNumber(version.version), formatNumber(compared)] as const;
  return (
    <Panel
      id="comparacao"
      title={texts.title(...names)}
      source={result}
      actions={
        <Button size="xs" variant="default" onClick={onClose}>
          {texts.close}
        </Button>
      }
      flush
    >
      {(other) => (
        <>
          <DataTable
            id="comparacao"
            label={texts.title(...names)}
            columns={columnsOf(...names)}
            rows={linesOf(version, other)}
            rowId={({ id }) => id}
          />
          <CompareCurves one={version} other={other} />
        </>
      )}
    </Panel>
  );
}

const cell = (value: string | null) => value ?? <abbr title={texts.absent}>{UNKNOWN}</abbr>;
const differenceOf = ({ one, other }: Line) => (one === other ? texts.same : texts.differs);

const columnsOf = (one: string, other: string): readonly Column<Line>[] => [
  { id: 'what', label: texts.what, value: ({ label }) => label },
  {
    id: 'one',
    label: versionTexts.name(one),
    value: (line) => line.one,
    render: (line) => cell(line.one),
  },
  {
    id: 'other',
    label: versionTexts.name(other),
    value: (line) => line.other,
    render: (line) => cell(line.other),
  },
  { id: 'difference', label: texts.result, value: differenceOf },
];

const skillOf = (value: number) => formatNumber(value, skillFormat);

function linesOf(one: ModelVersionDetail, other: ModelVersionDetail): readonly Line[] {
  const line = (id: string, label: string, read: (version: ModelVersionDetail) => string | null): Line => ({
    ...{ id, label, one: read(one), other: read(other) },
  });
  const { columns, facts, features } = versionTexts;
  return [
    line('algorithm', facts.algorithm, ({ algorithm }) => algorithm),
    line('rows', columns.rows, ({ rows }) => formatNumber(rows, { maxDecimals: 0 })),
    line('metric', columns.metric, ({ skill }) => metricNames[skill.metric]),
    line('validation', texts.validation, ({ skill }) => skillOf(skill.validation)),
    line('interval', columns.interval, ({ skill }) => intervalOf(skill)),
    line('training', texts.training, ({ skill }) => (skill.training === null ? null : skillOf(skill.training))),
    line('baseline', columns.baseline, ({ skill }) => baselineOf(skill)),
    line('split', facts.split, ({ skill }) => splitNames[skill.split]),
    ...namesOf(one, other, ({ parameters }) => Object.keys(parameters)).map((name) =>
      line(`parameter-${name}`, texts.parameter(name), ({ parameters }) => {
        const value = parameters[name];
        return value === undefined ? null : parameterText(value);
      }),
    ),
    ...namesOf(one, other, (version) => version.features.map(({ label }) => label)).map((label) =>
      line(`feature-${label}`, texts.feature(label), (version) => {
        const feature = version.features.find((candidate) => candidate.label === label);
        if (feature === undefined) return null;
        return feature.importance === null ? features.unmeasured : formatNumber(feature.importance, { maxDecimals: 3 });
      }),
    ),
  ];
}

function namesOf(
  one: ModelVersionDetail,
  other: ModelVersionDetail,
  read: (version: ModelVersionDetail) => readonly string[],
): readonly string[] {
  return [...new Set([...read(one), ...read(other)])];
}
