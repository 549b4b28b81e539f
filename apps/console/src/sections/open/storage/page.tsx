import { PageHeader, PageStack, PanelFrame, SkeletonLines } from '@kianda/ui';
import { lazy, Suspense } from 'react';
import { z } from 'zod';
import { useSectionSearch } from '../../../shell/use-section.ts';
import touch from '../../shared/touch.module.css';
import { Areas } from './components/areas.tsx';
import { ObjectList } from './components/object-list.tsx';
import { S3Keys } from './components/s3-keys.tsx';
import styles from './page.module.css';
import { storageTexts as texts } from './texts.pt.ts';

/** The platform's area of archived positions. */
const positionsArea = 'positions';
const PositionArchive = lazy(() => import('./components/position-archive.tsx'));

const searchSchema = z.object({
  bucket: z.string().max(255).optional().catch(undefined),
  prefix: z.string().max(1000).catch('').default(''),
  after: z.string().max(1000).optional().catch(undefined),
});

/** Section `storage`: areas at the left, the objects of one at the right; where one is stands in the address. */
export default function StoragePage() {
  const [{ bucket, prefix, after }, change] = useSectionSearch(searchSchema);
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader description={texts.description} />
        <div className={styles.columns}>
          <Areas selected={bucket} onSelect={(name) => change({ bucket: name, prefix: '', after: undefined })} />
          {bucket === undefined ? (
            <PanelFrame title={texts.area}>
              <p>{texts.choose}</p>
            </PanelFrame>
          ) : (
            <ObjectList
              bucket={bucket}
              prefix={prefix}
              after={after}
              onMove={(place) => change({ prefix: place.prefix, after: place.after })}
            />
          )}
        </div>
        {bucket === positionsArea ? (
          <Suspense fallback={<SkeletonLines lines={4} />}>
            <PositionArchive />
          </Suspense>
        ) : null}
        <S3Keys />
      </PageStack>
    </div>
  );
}
