import type { SpatialAnalysis } from '@kianda/contract/space/spatial/analysis-results';
import { Dialog } from '@kianda/ui';
import { Button } from '@mantine/core';
import styles from './analysis.module.css';
import { exportTexts as texts } from './texts.pt.ts';
import { useResultFile } from './use-analyses.ts';

type Props = { readonly analysis: SpatialAnalysis; readonly onClose: () => void };

/** The three ways in which a result opens in QGIS, each with what it takes. */
export default function QgisDialog({ analysis, onClose }: Props) {
  const save = useResultFile();
  const collections = (analysis.results?.layers ?? []).flatMap(({ title, collectionId }) =>
    collectionId === null ? [] : [{ title, collectionId }],
  );
  const address = `${window.location.origin}/features`;
  return (
    <Dialog title={texts.qgisTitle} onClose={onClose}>
      <div className={styles.way}>
        <h3>{texts.ways.project}</h3>
        <p>{texts.ways.projectText}</p>
        <div>
          <Button size="xs" onClick={() => save(analysis, 'qgz')}>
            {texts.get.qgz}
          </Button>
        </div>
      </div>
      <div className={styles.way}>
        <h3>{texts.ways.file}</h3>
        <p>{texts.ways.fileText}</p>
        <div>
          <Button size="xs" variant="default" onClick={() => save(analysis, 'gpkg')}>
            {texts.get.gpkg}
          </Button>
        </div>
      </div>
      <div className={styles.way}>
        <h3>{texts.ways.api}</h3>
        {collections.length === 0 ? (
          <p>{texts.ways.apiNone}</p>
        ) : (
          <>
            <p>{texts.ways.apiText}</p>
            <p>
              {texts.address}: <code className={styles.hash}>{address}</code>
            </p>
            <p>{texts.collections}</p>
            <ul className={styles.list}>
              {collections.map(({ title, collectionId }) => (
                <li key={collectionId}>
                  {title}: <code className={styles.hash}>{collectionId}</code>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  );
}
