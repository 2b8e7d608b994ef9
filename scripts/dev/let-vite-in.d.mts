export function letViteIn(response: Response): Promise<Response>;
