import type { ModelType } from '@kianda/contract/models/registry/models.contract';
import { useEffect } from 'react';
import { type ModelLayer, useModelMap } from './use-model-map.ts';

type Props = { readonly chosen: ModelType | null; readonly onLayer: (layer: ModelLayer) => void };

/** Reads the maps of the models, on a page that offers them; draws nothing. */
export default function ModelSource({ chosen, onLayer }: Props) {
  const layer = useModelMap(chosen, true);
  useEffect(() => onLayer(layer), [layer, onLayer]);
  return null;
}
