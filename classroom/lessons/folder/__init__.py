"""The learner's folder: the command ``chunklib-course`` lays it out, updates it and opens it in JupyterLab."""
