import { Dialog, EmptyState, SkeletonBar } from '@kianda/ui';
import { Anchor, Button, Checkbox, NativeSelect } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { rewriteUrl } from '../../../../client/links.ts';
import { useLinkTargets } from '../../../../client/use-link-targets.ts';
import { EmbeddedInterface } from '../../../shared/embedded/embedded-interface.tsx';
import { openInterfaceHref } from '../../../shared/embedded/open-interface-href.ts';
import { useCatalogue } from '../../../use-catalogue.ts';
import styles from '../page.module.css';
import { modalTexts as texts } from '../texts.pt.ts';
import { type LayerKind, layerKinds, type ModalLayer, useModalLayers } from '../use-modal-layers.ts';

const ModalMap = lazy(() => import('./modal-map.tsx'));
const pages = ['realtime_angola', 'dashboard_cientifico', 'qgis_dashboard', 'qgis_fisheries'] as const;
const own = 'camadas';
const frameHeight = 600;

/** Layers of the newest analyses on the map, kind by kind, and the platform's other maps in the same place. */
export default function MapModal({ onClose }: { readonly onClose: () => void }) {
  const [kinds, setKinds] = useState<ReadonlySet<LayerKind>>(() => new Set(['buffer', 'hotspot']));
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => new Set());
  const [selected, setSelected] = useState<string | null>(null);
  const [page, setPage] = useState<string>(own);
  const layers = useModalLayers(kinds);
  const toggled = <T extends string>(set: ReadonlySet<T>, value: T) => {
    const next = new Set(set);
    if (!next.delete(value)) next.add(value);
    return next;
  };
  return (
    <Dialog title={texts.title} size="min(1280px, 96vw)" onClose={onClose}>
      <div className={styles.modal}>
        <div className={styles.side}>
          <fieldset className={styles.list} aria-label={texts.kinds}>
            {layerKinds.map((kind) => (
              <Checkbox
                key={kind}
                label={texts.types[kind]}
                checked={kinds.has(kind)}
                onChange={() => setKinds(toggled(kinds, kind))}
              />
            ))}
          </fieldset>
          <LayerList
            layers={layers}
            hidden={hidden}
            selected={selected}
            onSelect={setSelected}
            onToggle={(id) => setHidden(toggled(hidden, id))}
          />
          <Details layer={layers.find(({ id }) => id === selected)} />
        </div>
        <Stage page={page} onPage={setPage} layers={layers.filter(({ id }) => !hidden.has(id))} />
      </div>
    </Dialog>
  );
}

type ListProps = {
  readonly layers: readonly ModalLayer[];
  readonly hidden: ReadonlySet<string>;
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
  readonly onToggle: (id: string) => void;
};

function LayerList({ layers, hidden, selected, onSelect, onToggle }: ListProps) {
  if (layers.length === 0) return <EmptyState title={texts.noLayers} />;
  return (
    <ul className={styles.list} aria-label={texts.layers}>
      {layers.map(({ id, name }) => (
        <li key={id} className={styles.entry}>
          <Checkbox aria-label={texts.show(name)} checked={!hidden.has(id)} onChange={() => onToggle(id)} />
          <Anchor
            component="button"
            type="button"
            ta="start"
            aria-pressed={selected === id}
            fw={selected === id ? 600 : 400}
            onClick={() => onSelect(id)}
          >
            {name}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}

/** The first properties of a layer: two of a buffer, four of the others. */
function Details({ layer }: { readonly layer: ModalLayer | undefined }) {
  if (layer === undefined) return <p className={styles.quiet}>{texts.select}</p>;
  const shown = layer.properties.slice(0, layer.kind === 'buffer' ? 2 : 4);
  return (
    <section aria-label={texts.details}>
      <h3>{layer.name}</h3>
      <dl>
        {shown.map(({ label, value }) => (
          <div key={label}>
            <dt className={styles.quiet}>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type StageProps = {
  readonly page: string;
  readonly onPage: (page: string) => void;
  readonly layers: readonly ModalLayer[];
};

/** The map of the layers, or one of the platform's pages in a frame. */
function Stage({ page, onPage, layers }: StageProps) {
  const targets = useLinkTargets();
  const catalogue = useCatalogue().sourced?.value.interfaces ?? [];
  const active = pages.flatMap((id) => catalogue.find((entry) => entry.id === id && entry.isActive) ?? []);
  const entry = active.find(({ id }) => id === page);
  const rewritten = entry === undefined || targets === undefined ? undefined : rewriteUrl(entry.url, targets);
  return (
    <div className={styles.stage}>
      <div className={styles.row}>
        <NativeSelect
          size="xs"
          aria-label={texts.maps}
          value={page}
          data={[{ value: own, label: texts.own }, ...active.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={({ currentTarget }) => onPage(currentTarget.value)}
        />
        {entry === undefined ? null : (
          <Button
            component="a"
            size="xs"
            variant="default"
            href={openInterfaceHref(entry.id)}
            target="_blank"
            rel="noopener"
          >
            {texts.full}
          </Button>
        )}
        {entry === undefined ? null : <span className={styles.quiet}>{texts.ownOnly}</span>}
      </div>
      {entry === undefined || rewritten === undefined || rewritten === null ? (
        <Suspense fallback={<SkeletonBar height={frameHeight} />}>
          <ModalMap layers={layers} />
        </Suspense>
      ) : (
        <EmbeddedInterface
          title={entry.name}
          description={entry.description}
          src={rewritten}
          interfaceId={entry.id}
          height={frameHeight}
          newTabHref={openInterfaceHref(entry.id)}
        />
      )}
    </div>
  );
}
