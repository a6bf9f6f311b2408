"""Let an editable install bring the data files of pyproject.toml, too; everything else is said there."""

from setuptools import Distribution, setup

# Before an editable install takes data files, setuptools (84) asks `has_data`, which it does not define.
Distribution.has_data = Distribution.has_data_files

setup()
