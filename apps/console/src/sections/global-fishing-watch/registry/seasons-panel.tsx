import { allows, type DataOf } from '@kianda/contract';
import { createSeason, deleteSeason, listSeasons, updateSeason } from '@kianda/contract/surveillance/registry.contract';
import { EmptyState, formatDate, Panel, SkeletonLines } from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { notify } from '../../../platform/notices.ts';
import { ConfirmDialog } from '../../data-connectors/components/confirm-dialog.tsx';
import { registryTexts as texts } from '../areas/texts.pt.ts';
import styles from '../page.module.css';
import { EntryForm, type Field } from './entry-form.tsx';
import { seasonOf, type Written } from './fields.ts';

type Season = DataOf<typeof listSeasons>['seasons'][number];
const changed = [listSeasons] as const;
const fields: readonly Field[] = [
  { name: 'name', label: texts.name, required: true },
  { name: 'from', label: texts.from, type: 'date', required: true },
  { name: 'to', label: texts.to, type: 'date', required: true },
  { name: 'gears', label: texts.gears },
  { name: 'species', label: texts.species },
  { name: 'source', label: texts.source, required: true },
];

const writtenOf = (season: Season | null): Written =>
  season === null
    ? {}
    : {
        name: season.name,
        from: season.startsOn,
        to: season.endsOn,
        gears: (season.gears ?? []).join(', '),
        species: season.species.join(', '),
        source: season.source,
      };

/** Closed seasons, by year. */
export function SeasonsPanel() {
  const { role } = useAccount();
  const mayChange = allows(createSeason.access, role);
  const [edited, setEdited] = useState<Season | 'new' | null>(null);
  const [removed, setRemoved] = useState<Season | null>(null);
  const seasons = useEndpoint(listSeasons, {});
  const create = useAction(createSeason, changed);
  const update = useAction(updateSeason, changed);
  const remove = useAction(deleteSeason, changed);
  const save = async (written: Written) => {
    const outcome =
      edited === 'new' || edited === null
        ? await create.run({ body: seasonOf(written, null) }, { offline: 'fail' })
        : await update.run({ params: { id: edited.id }, body: seasonOf(written, edited.areaId) }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.saved });
    setEdited(null);
  };
  return (
    <>
      <Panel
        title={texts.seasons}
        description={texts.seasonsText}
        source={seasons}
        skeleton={<SkeletonLines lines={4} />}
        isEmpty={(value) => value.seasons.length === 0}
        empty={<EmptyState title={texts.noSeasons} />}
        actions={
          mayChange ? (
            <Button variant="default" size="xs" onClick={() => setEdited('new')}>
              {texts.add}
              <span className="k-visually-hidden">: {texts.seasons}</span>
            </Button>
          ) : undefined
        }
      >
        {(value) => (
          <ul className={styles.list}>
            {value.seasons.map((season) => (
              <li key={season.id} className={styles.item}>
                <div className={styles.main}>
                  <span className={styles.name}>{season.name}</span>
                  <span className={styles.facts}>
                    <span>
                      {formatDate(season.startsOn)} – {formatDate(season.endsOn)}
                    </span>
                    <span>{season.gears === null ? texts.allGears : season.gears.join(', ')}</span>
                    <span>{season.species.join(', ')}</span>
                    <span>{season.source}</span>
                  </span>
                </div>
                {mayChange ? (
                  <Group gap="xs">
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={`${texts.edit} ${season.name}`}
                      onClick={() => setEdited(season)}
                    >
                      {texts.edit}
                    </Button>
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={`${texts.remove} ${season.name}`}
                      onClick={() => setRemoved(season)}
                    >
                      {texts.remove}
                    </Button>
                  </Group>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </Panel>
      {edited === null ? null : (
        <EntryForm
          title={texts.seasons}
          fields={fields}
          initial={writtenOf(edited === 'new' ? null : edited)}
          isRunning={create.isRunning || update.isRunning}
          failure={(edited === 'new' ? create.failure : update.failure)?.message ?? null}
          onSave={(written) => void save(written)}
          onClose={() => setEdited(null)}
        />
      )}
      {removed === null ? null : (
        <ConfirmDialog
          title={texts.remove}
          body={texts.removeBody(removed.name)}
          confirm={texts.remove}
          isDangerous
          onClose={() => setRemoved(null)}
          onConfirm={async () => {
            const outcome = await remove.run({ params: { id: removed.id } }, { offline: 'fail' });
            if (outcome.state === 'failed') return outcome.failure.message;
            notify({ tone: 'success', message: texts.deleted });
            return null;
          }}
        />
      )}
    </>
  );
}
