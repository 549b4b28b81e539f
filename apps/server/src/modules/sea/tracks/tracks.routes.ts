import { listAnimalTracks } from '@kianda/contract/sea/biodiversity/tracks.contract';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import type { TrackService } from './tracks.service.ts';

export function trackBindings(service: TrackService): Bindings {
  return [bind(listAnimalTracks, ({ query }) => service.list(query))];
}
