import * as contract from '@kianda/contract/open/layers/layers.contract';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import { takeLayerFile } from './layer-files.service.ts';
import type { LayerUploads } from './layer-uploads.service.ts';
import type { LayerContext } from './layers.context.ts';
import type { LayerService } from './layers.service.ts';

export function layerBindings(context: LayerContext, service: LayerService, uploads: LayerUploads): Bindings {
  const answer = <T>(data: T) => ({ data, provenance: ownProvenance(context.platform.clock) });
  return [
    bind(contract.listLayers, async (c) =>
      answer({ layers: [...(await service.list(c))], maxFileBytes: context.limits.fileBytes }),
    ),
    bind(contract.getLayer, async (c) => answer(await service.find(c.params.id, c))),
    bind(contract.uploadLayerFile, async (c) => ({
      ...answer(await takeLayerFile(context, { name: c.query.fileName, body: c.stream }, c)),
      status: 201 as const,
    })),
    bind(contract.beginLayerUpload, async (c) => ({ ...answer(await uploads.begin(c.body, c)), status: 201 as const })),
    bind(contract.sendLayerPart, async (c) => answer(await uploads.part(c.params.id, c.params.part, c.stream, c))),
    bind(contract.finishLayerUpload, async (c) => ({
      ...answer(await uploads.finish(c.params.id, c)),
      status: 201 as const,
    })),
    bind(contract.addLayer, async (c) => ({ ...answer(await service.add(c.body, c)), status: 202 as const })),
    bind(contract.importLayer, async (c) => ({
      ...answer(await service.import(c.params.id, c.body, c)),
      status: 202 as const,
    })),
    bind(contract.changeLayer, async (c) => answer(await service.change(c.params.id, c.body, c))),
    bind(contract.removeLayer, async (c) => answer(await service.remove(c.params.id, c.query.confirm, c))),
  ];
}
