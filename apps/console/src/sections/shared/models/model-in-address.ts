import { type ModelType, modelTypes } from '@kianda/contract/models/registry/models.contract';
import { z } from 'zod';

export const modelIds = Object.keys(modelTypes) as readonly ModelType[];

/** The model that a section shows, as its address names it. */
export const modelInAddress = z.enum(modelIds).optional().catch(undefined);
