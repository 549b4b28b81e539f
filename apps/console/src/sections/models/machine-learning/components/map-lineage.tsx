import type { ModelMap } from '@kianda/contract/models/maps/maps.contract';
import { formatBytes, formatNumber, formatQuantity, UNKNOWN } from '@kianda/format';
import { FactList, Instant, PanelFrame } from '@kianda/ui';
import { mapTexts as texts } from '../maps.texts.pt.ts';
import styles from './registry.module.css';

const unknown = (reason: string) => <abbr title={reason}>{UNKNOWN}</abbr>;

/** Where a map came from: version, inputs with their licences, and the sums that tell that nothing was changed. */
export function MapLineage({ map }: { readonly map: ModelMap }) {
  const { facts } = texts;
  const whole = { maxDecimals: 0 } as const;
  return (
    <PanelFrame id="proveniencia" title={texts.lineage}>
      <FactList
        items={[
          [facts.algorithm, map.algorithm],
          [
            facts.made,
            <span key="feito">
              <Instant at={map.madeAt} /> {facts.by(map.requestedBy)}
            </span>,
          ],
          [
            facts.cells,
            facts.cellsOf(
              formatNumber(map.bands[0]?.cells ?? 0, whole),
              formatNumber(map.columns * map.rows, whole),
              formatQuantity(map.cellDegrees, '°', { maxDecimals: 3 }),
            ),
          ],
          [
            facts.outside,
            map.outside === null
              ? unknown(texts.noOutside)
              : formatQuantity(map.outside * 100, '%', { maxDecimals: 1 }),
          ],
          ...(map.without.length === 0 ? [] : [[facts.without, map.without.join(', ')] as const]),
          [
            facts.oldest,
            map.oldestInputAt === null ? unknown(facts.noOldest) : <Instant key="antiga" at={map.oldestInputAt} />,
          ],
          [
            facts.sources,
            map.sources.length === 0
              ? unknown(facts.noOldest)
              : map.sources.map(({ name, licence }) => texts.sources(name, licence)).join('; '),
          ],
          [facts.size, formatBytes(map.fileBytes)],
          [
            facts.data,
            <code key="dados" className={styles.hash}>
              {map.dataSha256}
            </code>,
          ],
          [
            facts.file,
            <code key="ficheiro" className={styles.hash}>
              {map.fileSha256}
            </code>,
          ],
        ]}
      />
    </PanelFrame>
  );
}
