export { FilePredictor, type PastChange, type PredictedFile } from './file-predictor.ts';
