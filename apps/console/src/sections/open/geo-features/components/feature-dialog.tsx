import { formatCoordinates, formatNumber, UNKNOWN } from '@kianda/format';
import { Dialog, FactList, Instant, usePreferences } from '@kianda/ui';
import { Anchor, Button, CopyButton, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLinkTargets } from '../../../../client/use-link-targets.ts';
import { cellOf, codeText, pointOf } from '../api/save-features.ts';
import type { FeatureRow, PropertyInfo } from '../api/use-features.ts';
import styles from '../page.module.css';
import { featureTexts as texts } from '../texts.pt.ts';

type Props = {
  readonly collection: { readonly id: string; readonly title: string };
  readonly feature: FeatureRow;
  readonly properties: readonly PropertyInfo[];
  readonly onClose: () => void;
};

/** One element: every property with its unit, its place, and its GeoJSON to copy. */
export function FeatureDialog({ collection, feature, properties, onClose }: Props) {
  const { coordinates } = usePreferences();
  const targets = useLinkTargets();
  const point = pointOf(feature);
  const known = new Set(properties.map(({ name }) => name));
  const others = Object.keys(feature.properties)
    .filter((name) => !known.has(name))
    .map((name) => ({ name, title: name, type: '', unit: '' }));
  const items: readonly (readonly [string, ReactNode])[] = [
    [
      texts.id,
      <span key="id" className="k-mono">
        {feature.id}
      </span>,
    ],
    [texts.geometry, feature.geometry === null ? texts.noGeometry : feature.geometry.type],
    ...(point === null ? [] : [[texts.place, formatCoordinates(point, coordinates)] as const]),
    ...[...properties, ...others].map((info) => [info.title, textValue(feature.properties[info.name], info)] as const),
  ];
  const service = targets?.serviceUrls.features ?? '/features';
  const href = `${service}/collections/${collection.id}/items/${encodeURIComponent(feature.id)}?f=html`;
  return (
    <Dialog onClose={onClose} title={texts.detail(nameOf(feature) ?? collection.title)}>
      <Stack gap="sm">
        <FactList items={items} />
        {feature.geometry === null ? null : (
          <pre className={styles.code}>{JSON.stringify(feature.geometry).slice(0, 2_000)}</pre>
        )}
        <Group gap="sm">
          <CopyButton value={JSON.stringify(feature, null, 2)}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? texts.copied : texts.copyFeature}
              </Button>
            )}
          </CopyButton>
          <Anchor href={href} target="_blank" rel="noopener">
            {`${texts.open} ${texts.newTab}`}
          </Anchor>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Properties that name an element, the most telling first. */
const names = ['name', 'species', 'title', 'scientificName'] as const;

function nameOf({ properties }: FeatureRow): string | undefined {
  return names.map((name) => properties[name]).find((value) => typeof value === 'string' && value !== '') as
    | string
    | undefined;
}

function textValue(value: unknown, { type, unit }: PropertyInfo): ReactNode {
  if (value === null || value === undefined) return <abbr title={texts.unknownValue}>{UNKNOWN}</abbr>;
  if (typeof value === 'string' && type === 'date-time') return <Instant at={value} />;
  const code = type === 'integer' && unit === '' ? codeText(value) : null;
  if (code !== null) return code;
  const text = typeof value === 'number' ? formatNumber(value, { maxDecimals: 6 }) : String(cellOf(value));
  return unit === '' ? text : `${text} ${unit}`;
}
