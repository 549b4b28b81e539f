import { fisheriesLandings, fisheriesStats, speciesCatch } from '@kianda/contract/sea/fisheries/fisheries.contract';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import type { CatchService } from './catches.service.ts';
import type { FisheriesService } from './fisheries.service.ts';

export function fisheriesBindings(service: FisheriesService, catches: CatchService): Bindings {
  return [
    bind(fisheriesLandings, ({ query }) => catches.landings(query)),
    bind(fisheriesStats, ({ query }) => service.stats(query.year)),
    bind(speciesCatch, ({ query }) => service.ofSpecies(query.name)),
  ];
}
