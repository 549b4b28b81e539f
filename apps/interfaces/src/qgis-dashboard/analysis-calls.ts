/** Calls of the platform's spatial analysis, with the schemas of their answers. */
export {
  analysisLayerFeatures,
  analysisLayerGrid,
  cancelAnalysis,
  createAnalysis,
  getAnalysis,
} from '@kianda/contract/space/spatial/analyses.contract';
export { inputsFor } from './analysis-request.ts';
