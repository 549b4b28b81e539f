import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { type RampName, rampStops } from '../../core/ramps.ts';
import { fieldVariableSchema } from './ocean.contract.ts';

// In a file of its own: every screen reads the variables of the ocean, none the colours of a tile.
const rampNames = Object.keys(rampStops) as [RampName, ...RampName[]];

/** Any colours, range and scale; those of the variable where they are left out. */
export const fieldTile = endpoint({
  id: 'fieldTile',
  service: 'admin-api',
  method: 'GET',
  path: '/ocean/fields/{variable}/tiles/{z}/{x}/{y}',
  summary: 'Mosaico PNG de um campo, na grelha WebMercatorQuad, com as cores, o intervalo e a escala pedidos',
  access: 'ocean:read',
  params: z.object({
    variable: fieldVariableSchema,
    z: z.coerce.number().int().min(0).max(18),
    x: z.coerce.number().int().min(0),
    y: z.coerce.number().int().min(0),
  }),
  query: z.object({
    /** Nearest field at or before this instant. */
    time: instantSchema.optional(),
    ramp: z.enum(rampNames).optional(),
    min: z.coerce.number().optional(),
    max: z.coerce.number().optional(),
    log: z.stringbool().optional(),
  }),
  response: z.string(),
  format: 'binary',
  contentType: 'image/png',
  maxAgeSeconds: 300,
  errors: ['not_found'],
});

export const fieldTileEndpoints = [fieldTile] as const;
